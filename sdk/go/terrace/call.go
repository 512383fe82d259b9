//go:build wasip1

package terrace

// Interface is an interface of another partition, found with Find. The call of one runs on the caller's
// thread, at its priority; the whole partition waits for the reply.
type Interface uint32

// Find looks up PARTITION/INTERFACE, APP/INTERFACE, or INTERFACE of this app. CodeNotFound while
// nobody offers it, CodeDenied if its manifest does not permit this app.
func Find(name string) (Interface, error) {
	handle, err := answer(sysCallFind([]byte(name)))
	return Interface(handle), err
}

// Close gives it back.
func (i Interface) Close() error {
	return done(sysCallClose(uint32(i)))
}

// Call calls, and waits for the reply, at most until the moment. It returns the length of the reply;
// CodeTimeout, CodeDead, CodeCycle, CodeRequestTooLong, CodeReplyTooLong.
func (i Interface) Call(method uint32, request, reply []byte, until Instant) (int, error) {
	for {
		if code := sysCallCall(uint32(i), method, request, reply, uint64(until)); code != int32(CodeAgain) {
			return answer(code)
		}
	}
}

// Send sends what nobody answers: at most MaxSendBytes.
func (i Interface) Send(method uint32, request []byte) error {
	return done(sysCallSend(uint32(i), method, request))
}

// Watch has Accept tell when the partition that offers it has ended.
func (i Interface) Watch() error {
	return done(sysCallWatch(uint32(i)))
}

// Offer answers an interface that the manifest declares under [[export]], from now on. It returns
// its number.
func Offer(name string) (int, error) {
	return answer(sysCallOffer([]byte(name)))
}

// Accept rests until somebody calls or sends, or who is watched has ended, at most until the moment. The
// request is in the first Length bytes of request.
func Accept(request []byte, until Instant) (Incoming, error) {
	var record [sizeIncoming]byte
	for {
		if code := sysCallAccept(uint64(until), record[:], request); code != int32(CodeAgain) {
			return readIncoming(&record), done(code)
		}
	}
}

// Reply answers the call that was accepted.
func Reply(reply []byte) error {
	return done(sysCallReply(reply))
}

// Serve serves until a stop is asked for: answer is given what came and its request, and returns the
// reply, of which nothing becomes of what is not a call.
func Serve(answer func(incoming Incoming, request []byte) []byte) error {
	request := make([]byte, MaxCallBytes)
	for {
		incoming, err := Accept(request, Never)
		if err == CodeStopping {
			return nil
		}
		if err != nil {
			return err
		}
		reply := answer(incoming, request[:incoming.Length])
		if incoming.What == uint32(IncomingCall) {
			// The caller has been told if it did not fit.
			_ = Reply(reply)
		}
	}
}
