// single is a move of one stone, as the program writes it.
export const single = (from, to, captured = []) => {
  const text = `${from}-${to}`;
  return { text, head: text, rear: from, phalanx: [from], landing: [to], captured };
};
