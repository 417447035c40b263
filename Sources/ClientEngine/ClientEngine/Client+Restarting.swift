extension Client {
    /// Cancels a task, and starts its request again as a new task with the current configuration.
    ///
    /// The record of the new task contains the identifier of the old one. The new task takes over the completion of the
    /// old one, unless it was already called. The completion is therefore not called for the cancellation.
    @discardableResult
    public func restart<Value>(_ task: RequestTask<Value>) -> RequestTask<Value> {
        let again = task.remade(by: self)
        again.resume()
        return again
    }
}
