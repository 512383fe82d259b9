//! A TUN device: a network interface of Linux whose packets a descriptor reads and writes, one packet each.

use crate::Refused;
use rustix::fs::{Mode, OFlags};
use std::ffi::c_short;
use std::io;
use std::net::Ipv4Addr;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};

/// Bytes of a device's name, with the zero at its end.
const NAME_BYTES: usize = libc::IFNAMSIZ;

/// An open device. It goes with its descriptor, unless an operator has made it persistent.
#[derive(Debug)]
pub struct Tun {
    packets: OwnedFd,
    name: String,
}

fn refused<'a>(what: &'a str, name: &'a str) -> impl Fn(io::Error) -> Refused + use<'a> {
    move |cause| Refused {
        what: format!("{what} the network device {name}"),
        cause: cause.to_string(),
        fix: "run with CAP_NET_ADMIN, or have root make it: ip tuntap add NAME mode tun user USER, then ip \
              address add and ip link set NAME up, and leave `address` out of [network]",
    }
}

impl Tun {
    /// Open the device of this name, or make it. Its descriptor does not block.
    ///
    /// # Errors
    /// [`Refused`] without the privilege, or if the name is taken.
    pub fn open(name: &str) -> Result<Tun, Refused> {
        let refused = refused("open", name);
        let flags = OFlags::RDWR | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let packets = rustix::fs::open("/dev/net/tun", flags, Mode::empty())
            .map_err(|cause| refused(cause.into()))?;
        let mut request = Request::named(name).map_err(&refused)?;
        request.0.ifr_ifru.ifru_flags = (libc::IFF_TUN | libc::IFF_NO_PI) as c_short;
        request
            .perform(packets.as_fd(), libc::TUNSETIFF)
            .map_err(&refused)?;
        Ok(Tun {
            packets,
            name: name.to_owned(),
        })
    }

    /// Give Linux this address in the device's network, the length of its packets, and bring it up.
    ///
    /// # Errors
    /// [`Refused`] without the privilege.
    pub fn configure(&self, address: Ipv4Addr, prefix: u8, mtu: u16) -> Result<(), Refused> {
        self.try_configure(address, prefix, mtu)
            .map_err(refused("configure", &self.name))
    }

    fn try_configure(&self, address: Ipv4Addr, prefix: u8, mtu: u16) -> io::Result<()> {
        use rustix::net::{AddressFamily, SocketFlags, SocketType, socket_with};
        let (family, kind) = (AddressFamily::INET, SocketType::DGRAM);
        let socket = socket_with(family, kind, SocketFlags::CLOEXEC, None)?;
        let mask = u32::MAX.checked_shl(32 - u32::from(prefix.min(32)));
        let mask = Ipv4Addr::from(mask.unwrap_or(0));
        for (what, value) in [(libc::SIOCSIFADDR, address), (libc::SIOCSIFNETMASK, mask)] {
            let mut request = Request::named(&self.name)?;
            request.0.ifr_ifru.ifru_addr = socket_address(value);
            request.perform(socket.as_fd(), what)?;
        }
        let mut request = Request::named(&self.name)?;
        request.0.ifr_ifru.ifru_mtu = i32::from(mtu);
        request.perform(socket.as_fd(), libc::SIOCSIFMTU)?;
        let mut request = Request::named(&self.name)?;
        request.0.ifr_ifru.ifru_flags = (libc::IFF_UP | libc::IFF_RUNNING) as c_short;
        request.perform(socket.as_fd(), libc::SIOCSIFFLAGS)
    }

    /// The next packet, if there is one; what does not fit into the buffer is cut off.
    ///
    /// # Errors
    /// What Linux said: the device is gone, or down.
    pub fn receive(&self, into: &mut [u8]) -> io::Result<Option<usize>> {
        use rustix::io::Errno;
        match rustix::io::read(&self.packets, into) {
            Ok(length) => Ok(Some(length)),
            Err(Errno::AGAIN | Errno::INTR) => Ok(None),
            Err(cause) => Err(cause.into()),
        }
    }

    /// Hand a packet to Linux. False: it takes none now, or not this one.
    #[must_use]
    pub fn send(&self, packet: &[u8]) -> bool {
        rustix::io::write(&self.packets, packet).is_ok()
    }
}

impl AsFd for Tun {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.packets.as_fd()
    }
}

/// What the calls on a network device take.
struct Request(libc::ifreq);

impl Request {
    fn named(name: &str) -> io::Result<Request> {
        if name.is_empty() || name.len() >= NAME_BYTES {
            let text = format!("a name has 1 to {} bytes", NAME_BYTES - 1);
            return Err(io::Error::new(io::ErrorKind::InvalidInput, text));
        }
        // SAFETY: `ifreq` is plain data, of which all zeros is a value.
        let mut request: libc::ifreq = unsafe { std::mem::zeroed() };
        for (to, from) in request.ifr_name.iter_mut().zip(name.bytes()) {
            *to = from as libc::c_char;
        }
        Ok(Request(request))
    }

    fn perform(&mut self, on: BorrowedFd<'_>, what: libc::c_ulong) -> io::Result<()> {
        // SAFETY: each of the calls that are made here reads one `ifreq`, and writes at most into it; it
        // is ours alone, and lives longer than the call.
        let answer = unsafe { libc::ioctl(on.as_raw_fd(), what as _, &mut self.0) };
        if answer < 0 {
            return Err(io::Error::last_os_error());
        }
        Ok(())
    }
}

/// An IPv4 address where a request holds an address of any kind.
fn socket_address(address: Ipv4Addr) -> libc::sockaddr {
    let mut data = [0; 14];
    for (to, from) in data[2..6].iter_mut().zip(address.octets()) {
        *to = from as libc::c_char;
    }
    libc::sockaddr {
        sa_family: libc::AF_INET as libc::sa_family_t,
        sa_data: data,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_linux_cannot_hold_is_refused() {
        for name in ["", "sixteen-bytes-xx", "much-longer-than-sixteen-bytes"] {
            assert!(Request::named(name).is_err());
        }
        assert!(Request::named("fifteen-bytes-x").is_ok());
    }
}
