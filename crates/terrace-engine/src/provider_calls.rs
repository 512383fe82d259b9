//! The `provider` interface: module `terrace_provider`; see `abi/terrace.wit`.
//!
//! A call waits for the disk, so it is a piece of work for a thread that may wait, behind the same gate as calls
//! for files; the fiber is suspended meanwhile and its worker runs others. All of it is copied out of the guest
//! first, and the answer is copied in by the guest's own thread: no other thread ever sees its memory. A guest
//! that ends has its work told so.

use crate::monitor::Monitor;
use crate::state::{State, claim, memory};
use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use terrace_abi::{
    Code, LABEL_BYTES, LOG_BYTES, Level, PROVIDER_CURSORS, PROVIDER_OBSERVATIONS,
    PROVIDER_TEXT_BYTES, PROVIDER_URI_BYTES, PROVIDER_VALUE_BYTES,
};
use wasmtime::{Caller, Linker};

const MODULE: &str = "terrace_provider";

/// What is asked, copied out of the guest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderRequest {
    /// Of which rows.
    pub uri: String,
    /// What.
    pub act: ProviderAct,
    /// An expression over columns; empty: all.
    pub selection: String,
    /// Its arguments.
    pub arguments: Vec<u8>,
}

/// See [`ProviderRequest`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProviderAct {
    /// Rows.
    Query {
        /// Which columns; empty: all.
        columns: String,
        /// By which columns.
        order: String,
        /// How many at most; 0: all.
        limit: u32,
    },
    /// A new row of these values.
    Insert(Vec<u8>),
    /// These values for rows.
    Update(Vec<u8>),
    /// No more of these rows.
    Delete,
    /// What the manifest declares under this name.
    Call,
}

/// Rows that were read, and what is given back when they are dropped.
pub struct ProviderRows {
    /// As they cross the guest interface.
    pub bytes: Vec<u8>,
    /// Their share of what all rows may take.
    pub share: Box<dyn Any + Send>,
}

/// What was done.
pub enum ProviderAnswer {
    /// How many rows, or which.
    Number(i64),
    /// Rows.
    Rows(ProviderRows),
}

/// Why not, and in words for the guest's log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderRefusal {
    /// For the guest.
    pub code: Code,
    /// For its author.
    pub why: String,
}

/// What the monitor does about providers in the name of a guest.
pub trait Providers: Send + Sync {
    /// Do it, on a thread that may wait, until `abandoned`.
    ///
    /// # Errors
    /// [`ProviderRefusal`].
    fn serve(
        &self,
        request: &ProviderRequest,
        abandoned: &Arc<AtomicBool>,
    ) -> Result<ProviderAnswer, ProviderRefusal>;
    /// Have changes told until what is answered is dropped. On the guest's thread; may allocate.
    ///
    /// # Errors
    /// [`ProviderRefusal`].
    fn observe(&self, uri: &str, channel: &str) -> Result<Box<dyn Any + Send>, ProviderRefusal>;
}

/// The cursors and observations of a guest.
#[derive(Default)]
pub(crate) struct ProviderDesk {
    cursors: Vec<Option<Cursor>>,
    observations: Vec<Option<Box<dyn Any + Send>>>,
}

struct Cursor {
    rows: ProviderRows,
    at: usize,
}

/// Put it into a free place of at most so many; its number.
fn keep<T>(places: &mut Vec<Option<T>>, most: u64, thing: T) -> Result<u32, Code> {
    let free = places.iter().position(Option::is_none);
    let index = match free {
        Some(index) => index,
        None if (places.len() as u64) < most => {
            places.push(None);
            places.len() - 1
        }
        None => return Err(Code::Full),
    };
    places[index] = Some(thing);
    Ok(u32::try_from(index).unwrap_or(u32::MAX))
}

fn drop_from<T>(places: &mut [Option<T>], number: u32) -> Code {
    let place = places.get_mut(number as usize).map(Option::take);
    match place.flatten() {
        Some(_) => Code::Ok,
        None => Code::Stale,
    }
}

pub(crate) fn add(linker: &mut Linker<State>) -> wasmtime::Result<()> {
    linker.func_wrap_async(MODULE, "query", query)?;
    linker.func_wrap(MODULE, "next", next)?;
    linker.func_wrap(MODULE, "close", |mut c: Caller<'_, State>, cursor: u32| {
        drop_from(&mut c.data_mut().providers.cursors, cursor).as_i32()
    })?;
    linker.func_wrap_async(MODULE, "insert", insert)?;
    linker.func_wrap_async(MODULE, "update", update)?;
    linker.func_wrap_async(MODULE, "delete", delete)?;
    linker.func_wrap_async(MODULE, "call", call)?;
    linker.func_wrap(MODULE, "observe", observe)?;
    linker.func_wrap(
        MODULE,
        "unobserve",
        |mut c: Caller<'_, State>, number: u32| {
            drop_from(&mut c.data_mut().providers.observations, number).as_i32()
        },
    )?;
    Ok(())
}

/// A pointer and a length.
type Claim = (u32, u32);
type Answer<'a, T> = Box<dyn Future<Output = wasmtime::Result<T>> + Send + 'a>;

/// Bytes of the guest, copied; `too-long` beyond `most`.
fn bytes(
    caller: &mut Caller<'_, State>,
    (ptr, len): Claim,
    most: u64,
) -> wasmtime::Result<Result<Vec<u8>, Code>> {
    let memory = memory(caller)?;
    let all = memory.data(&*caller);
    let range = claim(all.len(), ptr, len)?;
    if u64::from(len) > most {
        return Ok(Err(Code::TooLong));
    }
    Ok(Ok(all[range].to_vec()))
}

/// The same, as text.
fn words(
    caller: &mut Caller<'_, State>,
    place: Claim,
    most: u64,
) -> wasmtime::Result<Result<String, Code>> {
    let bytes = bytes(caller, place, most)?;
    Ok(bytes.and_then(|bytes| String::from_utf8(bytes).map_err(|_| Code::Invalid)))
}

/// Where a request lies in the guest.
#[derive(Default, Clone, Copy)]
struct Places {
    uri: Claim,
    selection: Claim,
    arguments: Claim,
}

fn request(
    caller: &mut Caller<'_, State>,
    places: Places,
    act: Result<ProviderAct, Code>,
) -> wasmtime::Result<Result<ProviderRequest, Code>> {
    let uri = words(caller, places.uri, PROVIDER_URI_BYTES)?;
    let selection = words(caller, places.selection, PROVIDER_TEXT_BYTES)?;
    let arguments = bytes(caller, places.arguments, PROVIDER_VALUE_BYTES)?;
    Ok((|| {
        Ok(ProviderRequest {
            uri: uri?,
            act: act?,
            selection: selection?,
            arguments: arguments?,
        })
    })())
}

/// Tells the work when nobody waits for it any more.
struct Waiting(Arc<AtomicBool>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}

async fn serve(
    caller: &mut Caller<'_, State>,
    request: Result<ProviderRequest, Code>,
) -> Result<ProviderAnswer, Code> {
    let request = request?;
    let monitor = caller.data().monitor.clone();
    let providers = monitor.providers().ok_or(Code::Unsupported)?;
    let files = caller.data().files.clone();
    let waiting = Waiting(Arc::default());
    let abandoned = waiting.0.clone();
    let work = async {
        wasmtime_wasi::runtime::spawn_blocking(move || providers.serve(&request, &abandoned)).await
    };
    let served = files.wait(work).await;
    drop(waiting);
    served.map_err(|refusal| refused(monitor.as_ref(), &refusal))
}

/// The code; the words go to the log.
fn refused(monitor: &dyn Monitor, refusal: &ProviderRefusal) -> Code {
    let most = refusal.why.len().min(LOG_BYTES as usize);
    let end = (0..=most)
        .rev()
        .find(|&end| refusal.why.is_char_boundary(end));
    // A log that is full has counted it.
    let _ = monitor.log(
        Level::Warn as u32,
        &refusal.why.as_bytes()[..end.unwrap_or(0)],
    );
    refusal.code
}

/// A cursor over what was read.
fn cursor(caller: &mut Caller<'_, State>, served: Result<ProviderAnswer, Code>) -> i32 {
    let kept = served.and_then(|answer| match answer {
        ProviderAnswer::Rows(rows) => {
            let cursors = &mut caller.data_mut().providers.cursors;
            keep(cursors, PROVIDER_CURSORS, Cursor { rows, at: 0 })
        }
        ProviderAnswer::Number(_) => Err(Code::Unsupported),
    });
    match kept {
        Ok(number) => number.cast_signed(),
        Err(code) => code.as_i32(),
    }
}

fn number(served: Result<ProviderAnswer, Code>) -> i64 {
    match served {
        Ok(ProviderAnswer::Number(number)) => number,
        Ok(ProviderAnswer::Rows(_)) => 0,
        Err(code) => i64::from(code.as_i32()),
    }
}

fn query<'a>(
    mut caller: Caller<'a, State>,
    (
        uri,
        uri_len,
        columns,
        columns_len,
        selection,
        selection_len,
        arguments,
        arguments_len,
        order,
        order_len,
        limit,
    ): (u32, u32, u32, u32, u32, u32, u32, u32, u32, u32, u32),
) -> Answer<'a, i32> {
    Box::new(async move {
        let columns = words(&mut caller, (columns, columns_len), PROVIDER_TEXT_BYTES)?;
        let order = words(&mut caller, (order, order_len), PROVIDER_TEXT_BYTES)?;
        let act = columns.and_then(|columns| {
            let order = order?;
            Ok(ProviderAct::Query {
                columns,
                order,
                limit,
            })
        });
        let places = Places {
            uri: (uri, uri_len),
            selection: (selection, selection_len),
            arguments: (arguments, arguments_len),
        };
        let asked = request(&mut caller, places, act)?;
        let served = serve(&mut caller, asked).await;
        Ok(cursor(&mut caller, served))
    })
}

fn next(mut caller: Caller<'_, State>, cursor: u32, ptr: u32, len: u32) -> wasmtime::Result<i32> {
    let memory = memory(&mut caller)?;
    let (bytes, state) = memory.data_and_store_mut(&mut caller);
    let range = claim(bytes.len(), ptr, len)?;
    let cursors = &mut state.providers.cursors;
    let Some(cursor) = cursors.get_mut(cursor as usize).and_then(Option::as_mut) else {
        return Ok(Code::Stale.as_i32());
    };
    let left = &cursor.rows.bytes[cursor.at..];
    let fit = whole_rows(left, range.len());
    if fit == 0 && !left.is_empty() {
        return Ok(Code::TooLong.as_i32());
    }
    bytes[range][..fit].copy_from_slice(&left[..fit]);
    cursor.at += fit;
    Ok(i32::try_from(fit).unwrap_or(i32::MAX))
}

/// How many bytes the whole rows at the beginning have that fit in `room`.
fn whole_rows(rows: &[u8], room: usize) -> usize {
    let mut end = 0;
    while let Some(head) = rows.get(end..end + 4) {
        let length = head.try_into().map_or(0, u32::from_le_bytes) as usize;
        match end + 4 + length {
            next if next <= room && next <= rows.len() => end = next,
            _ => break,
        }
    }
    end
}

fn insert<'a>(
    mut caller: Caller<'a, State>,
    (uri, uri_len, values, values_len): (u32, u32, u32, u32),
) -> Answer<'a, i64> {
    Box::new(async move {
        let values = bytes(&mut caller, (values, values_len), PROVIDER_VALUE_BYTES)?;
        let places = Places {
            uri: (uri, uri_len),
            ..Places::default()
        };
        let asked = request(&mut caller, places, values.map(ProviderAct::Insert))?;
        Ok(number(serve(&mut caller, asked).await))
    })
}

fn update<'a>(
    mut caller: Caller<'a, State>,
    (uri, uri_len, values, values_len, selection, selection_len, arguments, arguments_len): (
        u32,
        u32,
        u32,
        u32,
        u32,
        u32,
        u32,
        u32,
    ),
) -> Answer<'a, i64> {
    Box::new(async move {
        let values = bytes(&mut caller, (values, values_len), PROVIDER_VALUE_BYTES)?;
        let places = Places {
            uri: (uri, uri_len),
            selection: (selection, selection_len),
            arguments: (arguments, arguments_len),
        };
        let asked = request(&mut caller, places, values.map(ProviderAct::Update))?;
        Ok(number(serve(&mut caller, asked).await))
    })
}

fn delete<'a>(
    mut caller: Caller<'a, State>,
    (uri, uri_len, selection, selection_len, arguments, arguments_len): (
        u32,
        u32,
        u32,
        u32,
        u32,
        u32,
    ),
) -> Answer<'a, i64> {
    Box::new(async move {
        let places = Places {
            uri: (uri, uri_len),
            selection: (selection, selection_len),
            arguments: (arguments, arguments_len),
        };
        let asked = request(&mut caller, places, Ok(ProviderAct::Delete))?;
        Ok(number(serve(&mut caller, asked).await))
    })
}

fn call<'a>(
    mut caller: Caller<'a, State>,
    (uri, uri_len, arguments, arguments_len): (u32, u32, u32, u32),
) -> Answer<'a, i32> {
    Box::new(async move {
        let places = Places {
            uri: (uri, uri_len),
            arguments: (arguments, arguments_len),
            ..Places::default()
        };
        let asked = request(&mut caller, places, Ok(ProviderAct::Call))?;
        let served = serve(&mut caller, asked).await;
        Ok(cursor(&mut caller, served))
    })
}

fn observe(
    mut caller: Caller<'_, State>,
    uri: u32,
    uri_len: u32,
    channel: u32,
    channel_len: u32,
) -> wasmtime::Result<i32> {
    let uri = words(&mut caller, (uri, uri_len), PROVIDER_URI_BYTES)?;
    let channel = words(&mut caller, (channel, channel_len), LABEL_BYTES)?;
    let state = caller.data_mut();
    let kept = (|| {
        let (uri, channel) = (uri?, channel?);
        let providers = state.monitor.providers().ok_or(Code::Unsupported)?;
        let observed = providers.observe(&uri, &channel);
        let observed = observed.map_err(|refusal| refused(state.monitor.as_ref(), &refusal))?;
        keep(
            &mut state.providers.observations,
            PROVIDER_OBSERVATIONS,
            observed,
        )
    })();
    Ok(match kept {
        Ok(number) => number.cast_signed(),
        Err(code) => code.as_i32(),
    })
}

#[cfg(test)]
mod tests {
    use super::whole_rows;

    #[test]
    fn only_whole_rows_are_handed_out() {
        let rows = [1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0];
        let fit = [0, 4, 5, 10, 11, 100].map(|room| whole_rows(&rows, room));
        assert_eq!(fit, [0, 0, 5, 5, 11, 11]);
    }
}
