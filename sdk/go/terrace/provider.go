//go:build wasip1

package terrace

import "encoding/binary"

// rowBatch is how many bytes of rows are asked for at once, at first.
const rowBatch = 16 * 1024

// Rows asks a content provider. The zero Rows are all rows with all columns.
type Rows struct {
	// Columns have commas between; "count(*)", "max(column)" and the like; empty: "id" and all others.
	Columns string
	// Selection is an expression over columns, with ?1, ?2 for Arguments; empty: all rows.
	Selection string
	Arguments []any
	// Order is columns with commas between, each perhaps with "desc" after it.
	Order string
	// Limit is how many rows at most; 0: all.
	Limit int
}

// Query asks the rows of a URI, "content://PROVIDER/TABLE" or "content://PROVIDER/TABLE/ID". CodeNotFound,
// CodeDenied, CodeInvalid, CodeTimeout, CodeTooLong; why is in the log.
func Query(uri string, rows Rows) (*Cursor, error) {
	handle, err := answer(sysProviderQuery([]byte(uri), []byte(rows.Columns), []byte(rows.Selection),
		Arguments(rows.Arguments...), []byte(rows.Order), uint32(rows.Limit)))
	if err != nil {
		return nil, err
	}
	return &Cursor{handle: uint32(handle)}, nil
}

// Insert adds a row: its id. CodeConflict, CodeFull, and those of Query.
func Insert(uri string, values Bundle) (int64, error) {
	return number(sysProviderInsert([]byte(uri), values))
}

// Update gives rows other values: how many.
func Update(uri string, values Bundle, selection string, arguments ...any) (int64, error) {
	return number(sysProviderUpdate([]byte(uri), values, []byte(selection), Arguments(arguments...)))
}

// Delete removes rows: how many.
func Delete(uri string, selection string, arguments ...any) (int64, error) {
	return number(sysProviderDelete([]byte(uri), []byte(selection), Arguments(arguments...)))
}

// CallProvider runs what the manifest declares as [[provider.call]], by "content://PROVIDER/CALL".
func CallProvider(uri string, arguments ...any) (*Cursor, error) {
	handle, err := answer(sysProviderCall([]byte(uri), Arguments(arguments...)))
	if err != nil {
		return nil, err
	}
	return &Cursor{handle: uint32(handle)}, nil
}

func number(code int64) (int64, error) {
	if code < 0 {
		return 0, Code(code)
	}
	return code, nil
}

// Cursor is rows that were asked for; Close gives them back.
type Cursor struct {
	handle uint32
	batch  []byte
	left   []byte
}

// Next is the values of the next row: int64, float64, string, []byte or nil each. It is nil after the last row.
func (c *Cursor) Next() ([]any, error) {
	if len(c.left) == 0 {
		if err := c.fetch(); err != nil || len(c.left) == 0 {
			return nil, err
		}
	}
	length := int(binary.LittleEndian.Uint32(c.left))
	row := c.left[4 : 4+length]
	c.left = c.left[4+length:]
	return readValues(row), nil
}

func (c *Cursor) fetch() error {
	if c.batch == nil {
		c.batch = make([]byte, rowBatch)
	}
	for {
		filled, err := answer(sysProviderNext(c.handle, c.batch))
		if err == CodeTooLong {
			// One row is longer than the batch.
			c.batch = make([]byte, 2*len(c.batch))
			continue
		}
		c.left = c.batch[:filled]
		return err
	}
}

// Close gives the rows back.
func (c *Cursor) Close() error {
	return done(sysProviderClose(c.handle))
}

// Observation is changes that are told.
type Observation uint32

// Observe has changes told: an intent "terrace.changed" comes to the channel, with "uri", "change" and "rows".
func Observe(uri, channel string) (Observation, error) {
	handle, err := answer(sysProviderObserve([]byte(uri), []byte(channel)))
	return Observation(handle), err
}

// Close has them told no more.
func (o Observation) Close() error {
	return done(sysProviderUnobserve(uint32(o)))
}
