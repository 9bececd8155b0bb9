"""Native ONNX Runtime at the bench's command: see forward.cpp for the conversation.

    onnxruntime_peer.py MODEL.onnx THREADS
"""

import sys
import time

import numpy as np
import onnxruntime as ort

options = ort.SessionOptions()
options.intra_op_num_threads = int(sys.argv[2])
options.inter_op_num_threads = 1
# A pool that spins while the other engine has its turn would take that one's time.
options.add_session_config_entry("session.intra_op.allow_spinning", "1")
options.add_session_config_entry("session.force_spinning_stop", "1")
session = ort.InferenceSession(sys.argv[1], options, providers=["CPUExecutionProvider"])
output = next(o.name for o in session.get_outputs() if len(o.shape) == 3)
print("onnxruntime", ort.__version__, flush=True)

for line in sys.stdin:
    ids = np.array([line.split()], dtype=np.int64)
    feeds = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
    start = time.perf_counter()
    (hidden,) = session.run([output], {i.name: feeds[i.name] for i in session.get_inputs()})
    milliseconds = (time.perf_counter() - start) * 1e3
    mean = hidden[0].mean(axis=0)
    print(milliseconds, *(mean / np.linalg.norm(mean)), flush=True)
