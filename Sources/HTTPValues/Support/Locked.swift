package import EngineStorage

/// Guards a value with a lock.
package typealias Locked<Value> = EngineStorage.Locked<Value>
