// A number before its noun: "1 game", "2 games". written is the number in another form, such as
// "12 k".
export const counted = (n, one, { many = `${one}s`, written = n } = {}) =>
  `${written} ${n === 1 ? one : many}`;
