// Beginnings of games, by the name of their board.
export const games = {
  epaminondas:
    "c1-e3 b12-d10 b1-d3 c12-e10 a1-c3 a12-c10 e1-e3 e12-e10 n2-j2 n11-j11 d1-d2 d12-d11 n1-i1 n12-i12 " +
    "f4-e5 f9-e8 c1-c3 c11-d10 b1-b3 i11-h10 b4xc5 e9-f10 j2-h2 h10-g10 i1-g3 i12-h11 g2-f3 j11-i12",
  crossings:
    "g1-e3 d8-e7 h1-f3 h8xf6 e1xe2 b8xd6 e2xe3 c8-e6 d1xd3 f8xf6 a2-d2 f6xf5 d2xe2 f5xf4 d4xe3 a8-c6",
  "epaminondas:8x8": "d1-f3 e8-d7 g1-f2 d7-d6 f3-e2 f8-e8 g4-f3 g8-e6 b1-d3 b8-c7 a1-c3 a7-b7 c1-d1 h7-g7",
  "epaminondas:4x6x1": "a1-a2 d6-c5 a2-a3 c6-d5 a3-a4 b6-a5 a4-b5 c5-c6 b5-b6 d5-d4",
};
