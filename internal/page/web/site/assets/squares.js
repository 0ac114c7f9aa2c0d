// Squares by name: column a to p, row 1 to 16.

export const column = (name) => name.charCodeAt(0) - 97;
export const row = (name) => Number(name.slice(1)) - 1;
export const named = (c, r) => String.fromCharCode(97 + c) + (r + 1);
