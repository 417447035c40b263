/// The verdict of credentials about an answer that refused them.
enum ChallengeVerdict: Sendable, Equatable {
    /// The request goes out again, with a new proof.
    case sendAgain
    /// The answer is the answer.
    case stands
    /// The challenge cannot be met.
    case fails(ClientError)
}
