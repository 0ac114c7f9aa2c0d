// Squares by their names, from a1 to p16: a letter for the column, then the number of the row.

export const column = (name) => name.charCodeAt(0) - 97;
export const row = (name) => Number(name.slice(1)) - 1;
export const named = (c, r) => String.fromCharCode(97 + c) + (r + 1);
