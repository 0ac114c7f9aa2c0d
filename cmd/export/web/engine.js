// run starts the engine, a Go program, with the inner loops of the kernel, which work in the memory
// of that program. It returns only when the program ends. Without SIMD there is no kernel, so Go
// does all the arithmetic.
export async function run(go, engine, kernel) {
  let loops; // set later, because the loops need the memory of the program, and its start needs them
  go.importObject.kernel = {
    available: () => (kernel ? 1 : 0),
    multiply: (a, b, c, d, e, f, g, h, i) => loops.multiply(a, b, c, d, e, f, g, h, i),
    spread: (a, b, c, d) => loops.spread(a, b, c, d),
    gather: (a, b, c, d, e, f, g, h, i, j) => loops.gather(a, b, c, d, e, f, g, h, i, j),
    sparse: (a, b, c, d, e, f, g, h, i) => loops.sparse(a, b, c, d, e, f, g, h, i),
    shift: (a, b, c, d, e, f) => loops.shift(a, b, c, d, e, f),
    shiftLines: (a, b, c, d, e, f, g) => loops.shiftLines(a, b, c, d, e, f, g),
    pool: (a, b, c, d, e, f, g, h) => loops.pool(a, b, c, d, e, f, g, h),
  };
  const program = await WebAssembly.instantiate(engine, go.importObject);
  if (kernel) loops = (await WebAssembly.instantiate(kernel, { go: { mem: program.exports.mem } })).exports;
  await go.run(program);
}
