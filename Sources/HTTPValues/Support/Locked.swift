package import EngineLocks

/// Guards a value with a lock.
package typealias Locked<Value> = EngineLocks.Locked<Value>
