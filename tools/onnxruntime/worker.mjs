// ONNX Runtime behind lines of JSON: one request a line on stdin, one answer a line on stdout.
// Floats go through files, little-endian.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import ort from "onnxruntime-node";
import { metadata } from "./metadata.mjs";
import { safetensors } from "./safetensors.mjs";
import { View, groups, size, softmax } from "./view.mjs";

// loaded maps a name to { session, shape, planes }, or to { session, board, planes, depth } for a model
// that encodes positions itself.
const loaded = new Map();

// one thread, so that times compare.
const options = {
  executionProviders: ["cpu"],
  executionMode: "sequential",
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  graphOptimizationLevel: "all",
};

const requests = {
  hello: async () => ({
    version: createRequire(import.meta.url)("onnxruntime-node/package.json").version,
    node: process.version,
    processor: cpus()[0].model,
  }),

  // load makes a session, and prepares the input planes of all positions.
  load: async ({ name, model, planes, shape }) => {
    const session = await ort.InferenceSession.create(model, options);
    const bytes = readFileSync(planes);
    loaded.set(name, {
      session,
      shape,
      planes: new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4),
    });
    return {};
  },

  // outputs writes the outputs of the model for all positions: all policies, then all outcomes.
  outputs: async ({ name, batch, file }) => {
    const results = [];
    for (const input of batches(loaded.get(name), batch))
      results.push(await loaded.get(name).session.run({ planes: input }));
    const parts = ["policy", "wdl"].flatMap((output) =>
      results.map((r) =>
        Buffer.from(r[output].data.buffer, r[output].data.byteOffset, r[output].data.byteLength),
      ),
    );
    writeFileSync(file, Buffer.concat(parts));
    return {};
  },

  // open makes a session of a model from its file alone.
  open: async ({ name, model }) => {
    const session = await ort.InferenceSession.create(model, options);
    const said = metadata(readFileSync(model));
    if (said.format !== "epaminondas onnx" || !["1", "2"].includes(said.version))
      throw new Error(`${model} is "${said.format}", version "${said.version}"`);
    loaded.set(name, {
      session,
      board: size(said.rules),
      planes: groups(said),
      depth: Number(session.inputMetadata[0].shape[1]),
    });
    const signature = [...session.inputMetadata, ...session.outputMetadata].map(
      ({ name, type, shape }) => `${name} ${type} ${shape.join()}`,
    );
    return { metadata: said, signature };
  },

  // judge takes texts of positions and of their legal moves. It returns the logits and probabilities of
  // the moves, and the outcomes.
  judge: async ({ name, batch, questions }) => {
    const { session, board, planes: named, depth } = loaded.get(name);
    const opinions = [];
    for (let first = 0; first < questions.length; first += batch) {
      const asked = questions.slice(first, first + batch);
      const views = asked.map((q) => new View(board, q.position));
      const planes = views.flatMap((v) => [...v.planes(named, depth)]);
      const input = new ort.Tensor("float32", Float32Array.from(planes), [
        views.length,
        depth,
        board.height,
        board.width,
      ]);
      const { policy, wdl } = await session.run({ planes: input });
      const area = policy.data.length / views.length;
      views.forEach((view, i) => {
        const logits = asked[i].moves.map((move) =>
          view.logit(policy.data.subarray(i * area, (i + 1) * area), move),
        );
        opinions.push({ logits, prior: softmax(logits), wdl: [...wdl.data.subarray(3 * i, 3 * i + 3)] });
      });
    }
    return { opinions };
  },

  // read reads the weights of a checkpoint.
  read: async ({ file }) => {
    const bytes = readFileSync(file);
    return { ...safetensors(bytes), digest: createHash("sha256").update(bytes).digest("hex") };
  },

  // time runs passes over the first positions for a while and returns the microseconds of each.
  time: async ({ name, batch, positions, milliseconds }) => {
    const { session } = loaded.get(name);
    const inputs = batches(loaded.get(name), batch, positions);
    const passes = [];
    const end = performance.now() + milliseconds;
    do {
      const begin = process.hrtime.bigint();
      for (const input of inputs) await session.run({ planes: input });
      passes.push(Number(process.hrtime.bigint() - begin) / 1e3);
    } while (performance.now() < end);
    return { passes };
  },
};

// batches cuts the planes of the first positions, by default of all, into tensors.
function batches({ shape, planes }, batch, positions) {
  const size = shape.reduce((a, b) => a * b);
  positions ??= planes.length / size;
  const list = [];
  for (let first = 0; first < positions; first += batch) {
    const n = Math.min(batch, positions - first);
    list.push(new ort.Tensor("float32", planes.subarray(first * size, (first + n) * size), [n, ...shape]));
  }
  return list;
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  let answer;
  try {
    answer = await requests[request.do](request);
  } catch (error) {
    answer = { error: `${request.do}: ${error.message}` };
  }
  process.stdout.write(JSON.stringify(answer) + "\n");
}
