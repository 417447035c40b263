extension Client {
    /// Cancels a task and starts its request again, as a task of its own with the configuration of now.
    ///
    /// The new task says which one it repeats. It takes over the completion of the old one, unless that
    /// was called already; so cancelling is not told to it.
    @discardableResult
    public func restart<Value>(_ task: RequestTask<Value>) -> RequestTask<Value> {
        let again = task.remade(by: self)
        again.resume()
        return again
    }
}
