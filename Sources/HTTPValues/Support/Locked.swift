package import EngineStorage

package typealias Locked<Value> = EngineStorage.Locked<Value>
