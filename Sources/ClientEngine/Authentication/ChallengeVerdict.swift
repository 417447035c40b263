/// The verdict of credentials about an answer that refused them.
enum ChallengeVerdict: Sendable, Equatable {
    case sendAgain
    case stands
    case fails(ClientError)
}
