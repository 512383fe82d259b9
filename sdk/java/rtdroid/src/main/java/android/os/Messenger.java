package android.os;

/** A handle of a handler, to be given to others. */
public final class Messenger {
    /** The object behind it. */
    private static final class Door extends Binder {
        private final Handler target;

        Door(Handler target) {
            this.target = target;
        }
    }

    private final Door door;

    public Messenger(Handler target) {
        door = new Door(target);
    }

    public Messenger(IBinder binder) {
        door = (Door) binder;
    }

    public IBinder getBinder() {
        return door;
    }

    /** Send a copy, as to another process. */
    public void send(Message message) throws RemoteException {
        Message copy = Message.obtain();
        copy.copyFrom(message);
        door.target.sendMessage(copy);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Messenger messenger && messenger.door == door;
    }

    @Override
    public int hashCode() {
        return door.hashCode();
    }
}
