//! What a device file says of the world around its apps: which Linux users may use which channels, and which
//! addresses of a network are partitions'.

use terrace_bridge::{Network, Permit, Permits, Route};
use terrace_manifest::{Device, Label, Peer};

/// Its `[[peer]]` tables.
pub fn permits(device: &Device) -> Permits {
    let names = |labels: &[Label]| labels.iter().map(Label::to_string).collect();
    let permit = |peer: &Peer| Permit {
        uid: peer.uid,
        send: names(&peer.send),
        receive: names(&peer.receive),
        priority: peer.priority.unwrap_or(0),
    };
    Permits::new(device.peers.iter().map(permit).collect())
}

/// Its `[network]`, with its `[[route]]` tables.
pub fn network(device: &Device) -> Option<Network> {
    let network = device.network.as_ref()?;
    let route = |route: &terrace_manifest::Route| Route {
        address: route.address,
        into: route.into.to_string(),
        out: route.out.to_string(),
    };
    Some(Network {
        device: network.name.clone(),
        address: network.address.map(|address| (address, network.prefix)),
        routes: device.routes.iter().map(route).collect(),
    })
}
