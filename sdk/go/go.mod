// The name resolves nowhere on purpose: an app finds this module by a `replace` directive,
// with no network.
module terrace.internal/sdk

go 1.24
