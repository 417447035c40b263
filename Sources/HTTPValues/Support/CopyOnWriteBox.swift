package import EngineStorage

package typealias CopyOnWriteBox<Value: Sendable> = EngineStorage.CopyOnWriteBox<Value>
