//! From the errors of the crates below to what clients are told.

use crate::database::DatabaseError;
use crate::depot::{DepotError, ReadyError};
use crate::load::LoadAppError;
use crate::protocol::{Refusal, RefusalCode};
use terrace_vm::{AdmitError, ChannelError, ControlError, ProviderError};

impl From<ControlError> for Refusal {
    fn from(error: ControlError) -> Refusal {
        let code = match &error {
            ControlError::NoSuchPartition(_) => RefusalCode::NoSuchPartition,
            ControlError::WrongState { .. } | ControlError::Busy { .. } => RefusalCode::WrongState,
            ControlError::BadLimit { .. } => RefusalCode::BadRequest,
        };
        Refusal::new(code, error.to_string())
    }
}

impl From<ChannelError> for Refusal {
    fn from(error: ChannelError) -> Refusal {
        let code = match &error {
            ChannelError::Undeclared(_) | ChannelError::Closed(_) => RefusalCode::NoSuchChannel,
            ChannelError::TooLong { .. } => RefusalCode::BadRequest,
            ChannelError::NoMemory(_) | ChannelError::Crowded(_) => RefusalCode::NotSent,
        };
        Refusal::new(code, error.to_string())
    }
}

impl From<ProviderError> for Refusal {
    fn from(error: ProviderError) -> Refusal {
        use terrace_vm::ProviderRefusal::Unknown;
        let code = match &error {
            ProviderError::Uri(_) => RefusalCode::BadRequest,
            ProviderError::Refused(Unknown(_)) => RefusalCode::NoSuchProvider,
            ProviderError::Refused(_) => RefusalCode::NotRead,
        };
        Refusal::new(code, error.to_string())
    }
}

impl From<AdmitError> for Refusal {
    fn from(error: AdmitError) -> Refusal {
        let code = match error {
            AdmitError::Control(error) => return error.into(),
            AdmitError::NoSuchApp(_) => RefusalCode::NoSuchApp,
            AdmitError::NameTaken(_) | AdmitError::BadName { .. } => RefusalCode::BadName,
            _ => RefusalCode::NotAdmitted,
        };
        Refusal::new(code, error.to_string())
    }
}

impl From<DatabaseError> for Refusal {
    fn from(error: DatabaseError) -> Refusal {
        Refusal::new(RefusalCode::Internal, error.to_string())
    }
}

impl From<DepotError> for Refusal {
    fn from(error: DepotError) -> Refusal {
        Refusal::new(RefusalCode::Internal, error.to_string())
    }
}

impl From<ReadyError> for Refusal {
    fn from(error: ReadyError) -> Refusal {
        let code = match &error {
            ReadyError::Image(_) | ReadyError::OtherImage { .. } => RefusalCode::Image,
            ReadyError::Manifest(_) => RefusalCode::Manifest,
            ReadyError::Load(LoadAppError::Cache(_)) => RefusalCode::Internal,
            ReadyError::Load(_) => RefusalCode::Program,
        };
        Refusal::new(code, error.to_string())
    }
}
