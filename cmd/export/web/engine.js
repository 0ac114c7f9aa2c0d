// probe is a module with one function, which multiplies and adds by an instruction of relaxed SIMD.
const probe = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 19, 1, 17, 0, 65, 0, 253, 17, 65, 0,
  253, 17, 65, 0, 253, 17, 253, 133, 2, 11,
]);

// relaxed reports whether the browser has relaxed SIMD.
export const relaxed = () => WebAssembly.validate(probe);

// run starts the engine, a Go program, with the inner loops of the kernel, which work in the memory
// of that program. It returns only when the program ends. Without SIMD there is no kernel, so Go
// does all the arithmetic.
export async function run(go, engine, kernel) {
  let loops; // set later, because the loops need the memory of the program, and its start needs them
  go.importObject.kernel = {
    available: () => (!kernel ? 0 : relaxed() ? 2 : 1),
    multiply: (a, b, c, d, e, f, g, h, i) => loops.multiply(a, b, c, d, e, f, g, h, i),
    multiplyInts: (a, b, c, d, e, f, g, h, i) => loops.multiplyInts(a, b, c, d, e, f, g, h, i),
    spread: (a, b, c, d, e, f) => loops.spread(a, b, c, d, e, f),
    gather: (a, b, c, d, e, f, g, h, i, j) => loops.gather(a, b, c, d, e, f, g, h, i, j),
    sparse: (a, b, c, d, e, f, g, h, i) => loops.sparse(a, b, c, d, e, f, g, h, i),
    shift: (a, b, c, d, e, f) => loops.shift(a, b, c, d, e, f),
    shiftLines: (a, b, c, d, e, f, g) => loops.shiftLines(a, b, c, d, e, f, g),
    pool: (a, b, c, d, e, f, g, h) => loops.pool(a, b, c, d, e, f, g, h),
    extremes: (a, b, c) => loops.extremes(a, b, c),
    entries: (a, b, c, d, e, f) => loops.entries(a, b, c, d, e, f),
  };
  const program = await WebAssembly.instantiate(engine, go.importObject);
  if (kernel) loops = (await WebAssembly.instantiate(kernel, { go: { mem: program.exports.mem } })).exports;
  await go.run(program);
}
