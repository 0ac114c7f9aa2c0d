// Package kernel holds the float32 inner loops of the network: 3x3 convolution forward and
// backward, dense layers and global pooling. It knows nothing of the game. This is the seam
// where faster paths (assembly for a given processor) will be chosen: every function works on
// plain slices in the layouts below, has one plain Go version that runs everywhere, and that
// version stays as the oracle of whatever is put beside it. [Conv3x3] and its gradients are the
// definition; [Conv] and [ConvGrad] are the same prepared for speed, and the products in them,
// where the time goes, are the first place for assembly.
//
// An image is [H, W, C]: the C channels of a square lie together. A padded image is
// [H+2, W+2, C] with a border of zeros one square wide, so that a 3x3 window never has to ask
// whether it hangs over the edge. The owner of a buffer zeroes the border once; the kernels
// read it and never write it.
//
// Nothing here allocates, but for the constructors. A slice may be longer than its layout needs;
// one that is shorter is a bug of the caller's and panics.
package kernel
