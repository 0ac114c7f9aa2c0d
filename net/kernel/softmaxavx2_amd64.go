package kernel

func softmaxAVX2(x []float32) { softmax(&x[0], len(x)) }
