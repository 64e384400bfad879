"""The exceptions of pyatv that the helper tells apart."""


def _exception(name, base=Exception):
    return type(name, (base,), {})


AuthenticationError = _exception("AuthenticationError")
BackOffError = _exception("BackOffError")
BlockedStateError = _exception("BlockedStateError")
ConnectionFailedError = _exception("ConnectionFailedError")
ConnectionLostError = _exception("ConnectionLostError")
DeviceIdMissingError = _exception("DeviceIdMissingError")
InvalidCredentialsError = _exception("InvalidCredentialsError")
NoCredentialsError = _exception("NoCredentialsError")
NoServiceError = _exception("NoServiceError")
NotSupportedError = _exception("NotSupportedError", NotImplementedError)
OperationTimeoutError = _exception("OperationTimeoutError")
PairingError = _exception("PairingError")
ProtocolError = _exception("ProtocolError")
