//! What Linux says of memory: the private pages behind an address range, and the machine's total.
//!
//! *Committed* means pages that exist for this range alone: anonymous pages present or
//! swapped. Clean pages shared with a file (a program's data image) and the shared zero page
//! cost the partition nothing and do not count; `/proc/self/smaps` counts the same pages
//! under `Anonymous` and `Swap`, and a test compares the two.
//!
//! Source: DESIGN.md 3.3, "Accounting is exact: committed pages, not reservations".

use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::fs::FileExt;

/// Bytes of a page.
#[must_use]
pub fn page_size() -> usize {
    rustix::param::page_size()
}

/// Memory of the machine, in bytes.
#[must_use]
pub fn machine_bytes() -> u64 {
    let info = rustix::system::sysinfo();
    (info.totalram as u64).saturating_mul(u64::from(info.mem_unit))
}

/// Give heap memory that nobody uses back to Linux. Takes milliseconds: after a compilation,
/// never on a real-time path.
pub fn trim_heap() {
    // SAFETY: frees only what the allocator holds unused.
    unsafe { libc::malloc_trim(0) };
}

/// Have every page of `bytes` there for good: touched, and locked where the limits allow. Takes as
/// long as touching takes, so never in a release.
pub fn hold(bytes: &mut [u8]) {
    let (start, len) = (bytes.as_mut_ptr().cast(), bytes.len());
    // SAFETY: a live range of our own; both change no contents. That they may be refused was
    // tried at the start, and said.
    unsafe {
        if libc::mlock(start, len) != 0 {
            libc::madvise(start, len, libc::MADV_POPULATE_WRITE);
        }
    }
}

/// Undo the locking of [`hold`].
pub fn let_go(start: usize, len: usize) {
    // SAFETY: changes no contents and no mapping, wherever the range lies.
    unsafe { libc::munlock(std::ptr::without_provenance(start), len) };
}

/// Reads the page tables of this process.
///
/// Holds one descriptor for the life of the monitor; opening it per question would cost more
/// than the question.
#[derive(Debug)]
pub struct PageMap(File);

#[repr(C)]
#[derive(Clone, Copy, Default)]
struct PageRegion {
    start: u64,
    end: u64,
    categories: u64,
}

/// `struct pm_scan_arg` of Linux 6.7 (include/uapi/linux/fs.h).
#[repr(C)]
#[derive(Default)]
struct ScanArg {
    size: u64,
    flags: u64,
    start: u64,
    end: u64,
    walk_end: u64,
    vec: u64,
    vec_len: u64,
    max_pages: u64,
    category_inverted: u64,
    category_mask: u64,
    category_anyof_mask: u64,
    return_mask: u64,
}

const PAGE_IS_FILE: u64 = 1 << 2;
const PAGE_IS_PRESENT: u64 = 1 << 3;
const PAGE_IS_SWAPPED: u64 = 1 << 4;
const PAGE_IS_PFNZERO: u64 = 1 << 5;
/// `_IOWR('f', 16, struct pm_scan_arg)`.
const PAGEMAP_SCAN: libc::c_ulong = (3 << 30)
    | ((size_of::<ScanArg>() as libc::c_ulong) << 16)
    | ((b'f' as libc::c_ulong) << 8)
    | 16;
const REGIONS: usize = 128;

impl PageMap {
    /// Open the page map of this process.
    ///
    /// # Errors
    /// When `/proc` is not mounted.
    pub fn open() -> io::Result<PageMap> {
        File::open("/proc/self/pagemap").map(PageMap)
    }

    /// Committed bytes in `[start, start + len)`, to the page. The range is looked at, never
    /// touched, so it may be unmapped meanwhile.
    ///
    /// # Errors
    /// When Linux can answer neither way of asking.
    pub fn committed(&self, start: usize, len: usize) -> io::Result<u64> {
        if len == 0 {
            return Ok(0);
        }
        match self.scan(start, len) {
            Err(e) if matches!(e.raw_os_error(), Some(libc::ENOTTY | libc::EINVAL)) => {
                self.walk(start, len)
            }
            answer => answer,
        }
    }

    /// One ioctl per 128 runs of pages (Linux 6.7 and later).
    fn scan(&self, start: usize, len: usize) -> io::Result<u64> {
        let mut regions = [PageRegion::default(); REGIONS];
        let mut arg = ScanArg {
            size: size_of::<ScanArg>() as u64,
            start: start as u64,
            end: (start + len) as u64,
            vec: regions.as_mut_ptr().addr() as u64,
            vec_len: REGIONS as u64,
            category_inverted: PAGE_IS_FILE | PAGE_IS_PFNZERO,
            category_mask: PAGE_IS_FILE | PAGE_IS_PFNZERO,
            category_anyof_mask: PAGE_IS_PRESENT | PAGE_IS_SWAPPED,
            return_mask: PAGE_IS_PRESENT | PAGE_IS_SWAPPED,
            ..ScanArg::default()
        };
        let mut bytes = 0;
        while arg.start < arg.end {
            // SAFETY: `arg` is what the request expects, and `vec`/`vec_len` describe
            // `regions`, which outlives the call; the kernel writes nowhere else.
            let filled = unsafe { libc::ioctl(self.0.as_raw_fd(), PAGEMAP_SCAN, &raw mut arg) };
            let Ok(filled) = usize::try_from(filled) else {
                return Err(io::Error::last_os_error());
            };
            bytes += regions[..filled.min(REGIONS)]
                .iter()
                .map(|r| r.end - r.start)
                .sum::<u64>();
            if arg.walk_end <= arg.start {
                break;
            }
            arg.start = arg.walk_end;
        }
        Ok(bytes)
    }

    /// One 8-byte entry per page, for older kernels. Cannot tell the zero page from another.
    fn walk(&self, start: usize, len: usize) -> io::Result<u64> {
        let page = page_size();
        let (first, pages) = (start / page, len.div_ceil(page));
        let mut buffer = [0u8; 8 * 512];
        let mut found = 0u64;
        let mut done = 0;
        while done < pages {
            let n = (pages - done).min(512);
            self.0
                .read_exact_at(&mut buffer[..n * 8], ((first + done) * 8) as u64)?;
            found += buffer[..n * 8]
                .chunks_exact(8)
                .filter(|entry| is_private(entry))
                .count() as u64;
            done += n;
        }
        Ok(found * page as u64)
    }
}

/// Bits 63 present, 62 swapped, 61 file or shared (Documentation/admin-guide/mm/pagemap.rst).
fn is_private(entry: &[u8]) -> bool {
    let top = entry[7];
    top & 0b1100_0000 != 0 && top & 0b0010_0000 == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn untouched_pages_do_not_count_and_touched_ones_do() {
        let page = page_size();
        let len = 256 * page;
        // SAFETY: a fresh private mapping nobody else knows.
        let map = unsafe {
            rustix::mm::mmap_anonymous(
                std::ptr::null_mut(),
                len,
                rustix::mm::ProtFlags::READ | rustix::mm::ProtFlags::WRITE,
                rustix::mm::MapFlags::PRIVATE,
            )
        }
        .unwrap()
        .cast::<u8>();
        let pages = PageMap::open().unwrap();
        assert_eq!(pages.committed(map.addr(), len).unwrap(), 0);
        for i in (0..256).step_by(2) {
            // SAFETY: inside the mapping above.
            unsafe { map.add(i * page).write_volatile(1) };
        }
        // 128 separate runs, exactly one full answer of the scan.
        assert_eq!(pages.committed(map.addr(), len).unwrap(), 128 * page as u64);
        assert_eq!(pages.walk(map.addr(), len).unwrap(), 128 * page as u64);
        // SAFETY: the mapping above, and nothing points into it any more.
        unsafe { rustix::mm::munmap(map.cast(), len) }.unwrap();
    }
}
