module terrace/apps/proc-stats

go 1.24
