//! Orders about content providers.

use super::Orders;
use crate::answers::Cell;
use crate::protocol::{QueryOrder, Refusal};
use crate::reply::Break;
use terrace_vm::{ProviderQuery, text_arguments};

/// Rows in one answer: each may have a value of 1 MiB.
const ROWS_AT_ONCE: usize = 1;

impl Orders<'_> {
    pub(super) fn query(&self, order: &QueryOrder) -> Result<(), Break> {
        let arguments = text_arguments(&order.arguments);
        let query = ProviderQuery {
            columns: &order.columns,
            selection: &order.selection,
            arguments: &arguments,
            order: &order.order,
            limit: order.limit,
        };
        let controller = &self.machine.controller;
        let found = controller
            .query(&order.uri, &query)
            .map_err(Refusal::from)?;
        let names: Vec<_> = found.columns.into_iter().map(Cell::Text).collect();
        self.reply.list(&[names], 1)?;
        self.reply.list(&found.rows, ROWS_AT_ONCE)
    }
}
