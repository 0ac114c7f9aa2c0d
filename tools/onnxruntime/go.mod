// The comparison with ONNX Runtime, apart from the module itself so that nobody who builds that needs Node.
module epaminondas/tools/onnxruntime

go 1.26.0

require epaminondas v0.0.0

require (
	golang.org/x/sys v0.49.0 // indirect
	google.golang.org/protobuf v1.36.12 // indirect
)

replace epaminondas => ../..
