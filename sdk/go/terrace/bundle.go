//go:build wasip1

package terrace

import (
	"encoding/binary"
	"math"
)

// Bundle is typed values with names: the extras of an intent, or the values of a row. Put writes into it.
type Bundle []byte

// Put adds a value: nil, bool, int32, int, int64, float32, float64, string, []byte, []int32 or Bundle. Of another
// type, or with a name of more than 255 bytes, it panics.
func (b *Bundle) Put(name string, value any) *Bundle {
	if len(name) > math.MaxUint8 {
		panic("terrace: a name has 255 bytes at most")
	}
	*b = append(*b, byte(kindOf(value)), byte(len(name)))
	*b = append(*b, name...)
	*b = appendValue(*b, value)
	return b
}

// Arguments are values without names: those of a selection. They are of the types that Put takes.
func Arguments(values ...any) []byte {
	var bytes []byte
	for _, value := range values {
		bytes = append(bytes, byte(kindOf(value)))
		bytes = appendValue(bytes, value)
	}
	return bytes
}

func kindOf(value any) ValueKind {
	switch value.(type) {
	case nil:
		return ValueNull
	case bool:
		return ValueBoolean
	case int32:
		return ValueInt
	case int, int64:
		return ValueLong
	case float32:
		return ValueFloat
	case float64:
		return ValueDouble
	case string:
		return ValueText
	case []byte:
		return ValueBytes
	case []int32:
		return ValueInts
	case Bundle:
		return ValueBundle
	}
	panic("terrace: no value of an intent or a row is of this type")
}

func appendValue(to []byte, value any) []byte {
	le := binary.LittleEndian
	switch value := value.(type) {
	case bool:
		if value {
			return append(to, 1)
		}
		return append(to, 0)
	case int32:
		return le.AppendUint32(to, uint32(value))
	case int:
		return le.AppendUint64(to, uint64(value))
	case int64:
		return le.AppendUint64(to, uint64(value))
	case float32:
		return le.AppendUint32(to, math.Float32bits(value))
	case float64:
		return le.AppendUint64(to, math.Float64bits(value))
	case string:
		return append(le.AppendUint32(to, uint32(len(value))), value...)
	case []byte:
		return append(le.AppendUint32(to, uint32(len(value))), value...)
	case Bundle:
		return append(le.AppendUint32(to, uint32(len(value))), value...)
	case []int32:
		to = le.AppendUint32(to, uint32(len(value)))
		for _, number := range value {
			to = le.AppendUint32(to, uint32(number))
		}
	}
	return to
}

// Get is the first value of this name, of a type that Put takes; nil if there is none.
func (b Bundle) Get(name string) any {
	rest := []byte(b)
	for len(rest) >= 2 {
		kind, length := rest[0], int(rest[1])
		if len(rest) < 2+length {
			return nil
		}
		own := string(rest[2 : 2+length])
		value, left, ok := readValue(kind, rest[2+length:])
		if !ok || own == name {
			return value
		}
		rest = left
	}
	return nil
}

// readValues reads values without names: those of a row.
func readValues(bytes []byte) []any {
	var values []any
	for len(bytes) > 0 {
		value, rest, ok := readValue(bytes[0], bytes[1:])
		if !ok {
			break
		}
		values, bytes = append(values, value), rest
	}
	return values
}

// readValue reads one value, and what follows it. Bytes are copied.
func readValue(kind byte, bytes []byte) (any, []byte, bool) {
	le := binary.LittleEndian
	fixed := [...]int{ValueNull: 0, ValueBoolean: 1, ValueInt: 4, ValueLong: 8, ValueFloat: 4, ValueDouble: 8}
	if int(kind) < len(fixed) {
		size := fixed[kind]
		if len(bytes) < size {
			return nil, nil, false
		}
		rest := bytes[size:]
		switch ValueKind(kind) {
		case ValueBoolean:
			return bytes[0] != 0, rest, true
		case ValueInt:
			return int32(le.Uint32(bytes)), rest, true
		case ValueLong:
			return int64(le.Uint64(bytes)), rest, true
		case ValueFloat:
			return math.Float32frombits(le.Uint32(bytes)), rest, true
		case ValueDouble:
			return math.Float64frombits(le.Uint64(bytes)), rest, true
		}
		return nil, rest, true
	}
	if len(bytes) < 4 {
		return nil, nil, false
	}
	count, bytes := int(le.Uint32(bytes)), bytes[4:]
	each := 1
	if ValueKind(kind) == ValueInts {
		each = 4
	}
	if count < 0 || count > len(bytes)/each {
		return nil, nil, false
	}
	data, rest := bytes[:count*each], bytes[count*each:]
	switch ValueKind(kind) {
	case ValueText:
		return string(data), rest, true
	case ValueBytes:
		return append([]byte(nil), data...), rest, true
	case ValueBundle:
		return append(Bundle(nil), data...), rest, true
	case ValueInts:
		numbers := make([]int32, count)
		for i := range numbers {
			numbers[i] = int32(le.Uint32(data[4*i:]))
		}
		return numbers, rest, true
	}
	return nil, nil, false
}

// Intent is an action and extras.
type Intent struct {
	Action string
	Extras Bundle
}

// Announce sends an intent, as Post sends a message.
func (s Sender) Announce(intent Intent, post Post) (int, error) {
	if len(intent.Action) > math.MaxUint16 {
		return 0, CodeTooLong
	}
	data := binary.LittleEndian.AppendUint16(nil, uint16(len(intent.Action)))
	data = append(append(data, intent.Action...), intent.Extras...)
	return answer(sysMessageIntent(uint32(s), data, post.Kind, post.Priority, uint64(post.At)))
}

// Filter hears, of the intents of a broadcast, only those with one of these actions; of none: all.
func (r Receiver) Filter(actions ...string) error {
	var all []byte
	for i, action := range actions {
		if i > 0 {
			all = append(all, 0)
		}
		all = append(all, action...)
	}
	return done(sysMessageFilter(uint32(r), all))
}

// ReadIntent reads the bytes of a message whose form is an intent. Its extras lie in data.
func ReadIntent(data []byte) (Intent, bool) {
	if len(data) < 2 {
		return Intent{}, false
	}
	length := int(binary.LittleEndian.Uint16(data))
	if len(data) < 2+length {
		return Intent{}, false
	}
	return Intent{string(data[2 : 2+length]), Bundle(data[2+length:])}, true
}
