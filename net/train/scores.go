package train

import "gorgonia.org/tensor"

const (
	outcomes    = 3 // win, draw, loss
	occupations = 3 // own, enemy, empty
)

// scores describes how a row of a tensor holds the outputs of the heads for one sample. First come the
// logits of the moves, with room for the largest number of legal moves. The unused entries have no
// meaning. Then come the logits of a win, a draw and a loss, and then the outputs of the auxiliary
// heads.
type scores struct {
	batch, most int
	heads       []int // index of the first output of each auxiliary head; last, the length of a row
}

// scores returns the layout of the scores for the batch.
func (b *batch) scores() scores {
	s := scores{batch: b.samples, most: b.policy.list.most}
	s.heads = append(s.heads, s.most+outcomes)
	for i, t := range b.auxiliary {
		s.heads = append(s.heads, s.heads[i]+t.width())
	}
	return s
}

func (s scores) size() int { return s.heads[len(s.heads)-1] }

func (s scores) shape() tensor.Shape { return tensor.Shape{s.batch, s.size()} }

// sample returns the scores of a sample.
func (s scores) sample(data []float32, sample int) sampleScores {
	row := data[sample*s.size():][:s.size()]
	return sampleScores{policy: row[:s.most], value: row[s.most:][:outcomes], row: row, heads: s.heads}
}

// sampleScores are the scores of a sample.
type sampleScores struct {
	policy, value []float32
	row           []float32
	heads         []int
}

// head returns the outputs of auxiliary head i.
func (s sampleScores) head(i int) []float32 { return s.row[s.heads[i]:s.heads[i+1]] }
