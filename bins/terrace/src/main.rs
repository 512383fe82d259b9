//! The `terrace` command. Everything is in the library beside it, where tests reach it.
#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    terrace::main()
}
