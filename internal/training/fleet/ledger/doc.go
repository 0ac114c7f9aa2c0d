// Package ledger is the fleet's part of a run's database: the workers, the receipts of their games, the
// refused games, and the networks on offer. Package runs creates the tables. The ledger is apart from
// package fleet, because a page that shows the state of a fleet needs neither a worker nor an ingester.
package ledger
