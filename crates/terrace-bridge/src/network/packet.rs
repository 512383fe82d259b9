//! What is looked at of an IPv4 packet: that its header is one, and who it is from and to.

use std::net::Ipv4Addr;

/// Bytes of a header without options.
const HEADER: usize = 20;

/// Both ends of a packet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ends {
    pub(crate) from: Ipv4Addr,
    pub(crate) to: Ipv4Addr,
}

/// None if it is no whole IPv4 packet.
pub(crate) fn ends(packet: &[u8]) -> Option<Ends> {
    let head: &[u8; HEADER] = packet.first_chunk()?;
    let (version, words) = (head[0] >> 4, usize::from(head[0] & 0xf));
    let total = usize::from(u16::from_be_bytes([head[2], head[3]]));
    let whole = version == 4 && words * 4 >= HEADER && words * 4 <= total && total == packet.len();
    let address = |at: usize| Ipv4Addr::new(head[at], head[at + 1], head[at + 2], head[at + 3]);
    whole.then(|| Ends {
        from: address(12),
        to: address(16),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packet(length: usize) -> Vec<u8> {
        let mut packet = vec![0; length];
        packet[0] = 0x45;
        packet[2..4].copy_from_slice(&(length as u16).to_be_bytes());
        packet[12..20].copy_from_slice(&[10, 0, 0, 1, 10, 0, 0, 2]);
        packet
    }

    #[test]
    fn the_ends_of_a_whole_packet_are_known() {
        let found = ends(&packet(84)).unwrap();
        assert_eq!(found.from, Ipv4Addr::new(10, 0, 0, 1));
        assert_eq!(found.to, Ipv4Addr::new(10, 0, 0, 2));
        assert!(ends(&packet(20)).is_some());
    }

    #[test]
    fn what_is_no_whole_packet_has_no_ends() {
        let whole = packet(84);
        for length in 0..84 {
            assert_eq!(ends(&whole[..length]), None);
        }
        for (at, byte) in [(0, 0x65), (0, 0x44), (0, 0x4f), (3, 83), (3, 85), (2, 1)] {
            let mut wrong = packet(40);
            wrong[3] = 40;
            wrong[at] = byte;
            assert_eq!(ends(&wrong), None, "{at} {byte}");
        }
    }
}
