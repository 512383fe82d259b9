module terrace/apps/pipeline/store

go 1.24

require terrace.internal/sdk v0.0.0

replace terrace.internal/sdk => ./.terrace/sdk/go
