// The package's worker, watched; imports run in this order.
import './watch-memory.mjs'
import '/dist/worker.js'
