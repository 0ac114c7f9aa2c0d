package train

import "gorgonia.org/tensor"

const (
	outcomes    = 3 // win, draw, loss
	occupations = 3 // own, enemy, empty
)

// scores is the layout of the heads' outputs for a sample in its row of a tensor. First come the
// logits of the moves and the logits of the replies. Then come the logits of a win, a draw and a
// loss, log(1 + plies left)/6, and the logits of each square's owner at the end. Moves and replies
// have room for the most legal moves; entries after the legal ones have no meaning.
type scores struct{ batch, most, squares int }

func (s scores) size() int { return 2*s.most + outcomes + 1 + s.squares*occupations }

func (s scores) shape() tensor.Shape { return tensor.Shape{s.batch, s.size()} }

// sample returns the scores of a sample.
func (s scores) sample(data []float32, sample int) sampleScores {
	row := data[sample*s.size():][:s.size()]
	value := 2 * s.most
	return sampleScores{
		policy: row[:s.most], reply: row[s.most:value],
		value: row[value:][:outcomes], plies: row[value+outcomes:][:1], occupation: row[value+outcomes+1:],
	}
}

// sampleScores are the scores of a sample.
type sampleScores struct {
	policy, reply, value, plies, occupation []float32
}
