;; The smallest app that lives and answers: one record in its log whenever it is asked to trim.
(module
  (import "terrace" "log" (func $log (param i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 0) "here")
  (func (export "terrace_trim") (param i32) (result i32)
    (call $log (i32.const 3) (i32.const 0) (i32.const 4))))
