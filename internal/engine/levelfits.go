package engine

// The steps of each board of the configs. The steps of a network were fitted to the network that
// comes with the program.
var (
	tinySteps = steps{
		network: [SteadyLevels]policyStep{{0, 9.5}, {0, 5.8}, {0, 4.2}, {0, 3.25}, {0, 2.75}, {0, 2.3},
			{0, 1.95}, {0, 1.4}, {0, 0.6}, {6, 0.2}, {40, 0}, {300, 0}, {1000, 0}},
		classical: [SteadyLevels]lineStep{{1, all, 0.47}, {1, all, 0.35}, {1, all, 0.25}, {1, all, 0.195},
			{1, all, 0.14}, {1, all, 0.09}, {1, all, 0.045}, {500, 10, 0.025}, {1_200, 8, 0.02},
			{4_000, 6, 0.02}, {15_000, 4, 0.01}, {50_000, 1, 0}, {200_000, 1, 0}},
	}
	crossingsSteps = steps{
		network: [SteadyLevels]policyStep{{0, 3.45}, {0, 2.82}, {0, 2.18}, {0, 1.63}, {0, 1.24}, {0, 0.87},
			{4, 0.35}, {10, 0.22}, {22, 0.1}, {46, 0}, {122, 0}, {300, 0}, {1000, 0}},
		classical: [SteadyLevels]lineStep{{1, all, 0.175}, {1, all, 0.13}, {1, all, 0.095}, {1, all, 0.048},
			{60, 16, 0.04}, {1_900, 8, 0.03}, {3_100, 6, 0.03}, {5_000, 5, 0.02}, {8_000, 4, 0.02},
			{12_000, 3, 0.015}, {22_000, 2, 0.01}, {50_000, 1, 0}, {200_000, 1, 0}},
	}
	epaminondas8Steps = steps{
		network: [SteadyLevels]policyStep{{0, 3.05}, {0, 2.27}, {0, 1.83}, {0, 1.42}, {0, 1}, {3, 0.42},
			{8, 0.27}, {18, 0.15}, {44, 0}, {85, 0}, {160, 0}, {300, 0}, {1000, 0}},
		classical: [SteadyLevels]lineStep{{1, all, 0.15}, {1, all, 0.11}, {1, all, 0.072}, {1, all, 0.035},
			{1_100, 9, 0.03}, {1_800, 8, 0.03}, {2_600, 7, 0.02}, {4_000, 6, 0.02}, {6_500, 5, 0.02},
			{10_000, 4, 0.01}, {22_000, 2, 0.01}, {50_000, 1, 0}, {200_000, 1, 0}},
	}
	epaminondasSteps = steps{
		network: [SteadyLevels]policyStep{{0, 3.45}, {0, 2.82}, {0, 2.44}, {0, 2.06}, {0, 1.7}, {0, 1.37},
			{0, 0.9}, {4, 0.35}, {14, 0.2}, {32, 0.05}, {95, 0}, {300, 0}, {1000, 0}},
		classical: [SteadyLevels]lineStep{{1, all, 0.1}, {1, all, 0.072}, {1, all, 0.052}, {1, all, 0.035},
			{1_100, 9, 0.03}, {1_800, 8, 0.03}, {2_600, 7, 0.02}, {4_000, 6, 0.02}, {6_500, 5, 0.02},
			{10_000, 4, 0.01}, {22_000, 2, 0.01}, {50_000, 1, 0}, {200_000, 1, 0}},
	}
)

// all is larger than the number of moves in any position.
const all = 1 << 16
