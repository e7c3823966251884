use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::{io, time::Duration};

/// The system's allocator, with a counter. The program has one thread, so a count is a load, an
/// addition and a store without a lock: a cycle beside the dozens of an allocation. So timed passes
/// count too.
struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn count() {
    ALLOCATIONS.store(ALLOCATIONS.load(Relaxed) + 1, Relaxed);
}

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        unsafe { System.alloc(layout) }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count();
        unsafe { System.alloc_zeroed(layout) }
    }
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        unsafe { System.realloc(block, layout, size) }
    }
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        unsafe { System.dealloc(block, layout) }
    }
}

/// Calls `work` and returns the CPU time of the thread and the number of heap allocations. Growing
/// a block counts as one.
pub fn measure(work: impl FnOnce()) -> io::Result<(Duration, u64)> {
    let (allocations, start) = (ALLOCATIONS.load(Relaxed), cpu_time()?);
    work();
    let end = cpu_time()?;
    Ok((end - start, ALLOCATIONS.load(Relaxed) - allocations))
}

fn cpu_time() -> io::Result<Duration> {
    let mut t = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    match unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut t) } {
        0 => Ok(Duration::new(t.tv_sec as u64, t.tv_nsec as u32)),
        _ => Err(io::Error::last_os_error()),
    }
}
