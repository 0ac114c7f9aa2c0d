// Where the files of the export are. All pages of the export lie in its folder.

export const folder = new URL("./", document.baseURI);

// code is the folder of the scripts, whose name is a digest of them.
export const code = new URL(`${document.querySelector('meta[name="code"]').content}/`, folder);
