extension Duration {
    /// The duration in whole nanoseconds, clamped to what 64 bits hold (292 years).
    public var nanoseconds: Int64 {
        Int64(clamping: attoseconds / 1_000_000_000)
    }

    /// The duration in seconds, clamped as ``nanoseconds``.
    public var seconds: Double { Double(nanoseconds) / 1_000_000_000 }

    /// The duration in milliseconds, clamped as ``nanoseconds``.
    public var milliseconds: Double { Double(nanoseconds) / 1_000_000 }

    /// Returns a duration of `seconds`, clamped to `limits`, which are one year unless the caller passes others.
    ///
    /// `Duration.seconds(Double)` traps for infinity, for NaN and for large values. NaN becomes the lower limit here.
    public static func clamped(
        seconds: Double, to limits: ClosedRange<Double> = 0...31_536_000
    ) -> Duration {
        seconds > limits.lowerBound
            ? .seconds(min(seconds, limits.upperBound)) : .seconds(limits.lowerBound)
    }

    /// Returns a duration of `nanoseconds`, clamped to 0 through one year.
    public static func clamped(nanoseconds: Int) -> Duration {
        .nanoseconds(min(max(0, nanoseconds), 31_536_000_000_000_000))
    }
}
