# Sourced by the other scripts: tools that `make setup` may have put into the tree.
export PATH="$PWD/target/go/bin:$PWD/target/tools/bin:$HOME/.cargo/bin:$PATH"
