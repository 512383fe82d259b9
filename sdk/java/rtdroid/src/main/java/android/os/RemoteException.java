package android.os;

/** The other side is not there any more. */
public class RemoteException extends Exception {
    public RemoteException() {
    }

    public RemoteException(String message) {
        super(message);
    }
}
