package import EngineStorage

/// Keeps a large value behind one reference.
package typealias CopyOnWriteBox<Value: Sendable> = EngineStorage.CopyOnWriteBox<Value>
