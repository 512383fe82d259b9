//! A guest's standard output, as a stream that pushes back instead of growing.

use crate::monitor::{Monitor, Stream};
use bytes::Bytes;
use std::future::poll_fn;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::io::AsyncWrite;
use wasmtime_wasi::cli::{IsTerminal, StdoutStream};
use wasmtime_wasi::p2::{OutputStream, Pollable, StreamError, StreamResult};

/// Most bytes one `check_write` promises.
const MOST: usize = terrace_abi::LOG_RING_BYTES as usize;

/// See the module.
#[derive(Clone)]
pub(crate) struct Output {
    pub(crate) monitor: Arc<dyn Monitor>,
    pub(crate) stream: Stream,
    pub(crate) terminal: bool,
    /// What another stream of the guest took the promised space of: both share one ring. At
    /// most what one `check_write` promised.
    pub(crate) pending: Bytes,
}

impl Output {
    /// Hand over what is pending. True if nothing is any more.
    fn settle(&mut self) -> bool {
        let n = self
            .pending
            .len()
            .min(self.monitor.output_space(self.stream));
        if n > 0 {
            self.monitor.output(self.stream, &self.pending.split_to(n));
        }
        self.pending.is_empty()
    }

    fn poll_space(&self, cx: &Context<'_>) -> Poll<usize> {
        let space = self.monitor.output_space(self.stream);
        if space > 0 {
            return Poll::Ready(space);
        }
        self.monitor.output_wait(self.stream, cx.waker());
        // Again, because the reader may have made space before the waker was known.
        match self.monitor.output_space(self.stream) {
            0 => Poll::Pending,
            space => Poll::Ready(space),
        }
    }
}

impl IsTerminal for Output {
    fn is_terminal(&self) -> bool {
        self.terminal
    }
}

impl StdoutStream for Output {
    fn async_stream(&self) -> Box<dyn AsyncWrite + Send + Sync> {
        Box::new(self.clone())
    }

    fn p2_stream(&self) -> Box<dyn OutputStream> {
        Box::new(self.clone())
    }
}

#[async_trait::async_trait]
impl Pollable for Output {
    async fn ready(&mut self) {
        poll_fn(|cx| {
            while self.poll_space(cx).is_ready() {
                if self.settle() && self.monitor.output_space(self.stream) > 0 {
                    return Poll::Ready(());
                }
            }
            Poll::Pending
        })
        .await;
    }
}

impl OutputStream for Output {
    fn write(&mut self, bytes: Bytes) -> StreamResult<()> {
        if !self.pending.is_empty() || bytes.len() > MOST {
            return Err(StreamError::trap("wrote more than check-write permitted"));
        }
        self.pending = bytes;
        self.settle();
        Ok(())
    }

    fn flush(&mut self) -> StreamResult<()> {
        Ok(())
    }

    fn check_write(&mut self) -> StreamResult<usize> {
        Ok(if self.settle() {
            self.monitor.output_space(self.stream).min(MOST)
        } else {
            0
        })
    }
}

impl AsyncWrite for Output {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.poll_space(cx).map(|space| {
            let n = buf.len().min(space);
            self.monitor.output(self.stream, &buf[..n]);
            Ok(n)
        })
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
