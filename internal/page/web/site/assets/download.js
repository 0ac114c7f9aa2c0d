// download saves data as a file. Characters that a file system may refuse become hyphens.
export function download(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name.replace(/[^\p{L}\p{N}.-]+/gu, "-");
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
